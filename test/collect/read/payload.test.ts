import { describe, expect, test } from 'bun:test'
import { emptyPayload, parseSendBody } from '../../../src/collect/read/payload.ts'
import { AppError, errorBody } from '../../../src/errors.ts'
import { linkId, pixelId, websiteId } from '../fake-collector.ts'

/** The answer to a refused body, without message, code and status. */
function toProblems(body: unknown): unknown {
  const parsed = parseSendBody(body)
  if (!(parsed instanceof AppError)) throw new Error('the body was accepted')
  const { message, code, status, ...problems } = errorBody(parsed).error
  expect([message, code, status]).toEqual(['Bad request', 'bad-request', 400])
  return problems
}

const toPayload = (payload: object) => {
  const parsed = parseSendBody({ type: 'event', payload: { website: websiteId, ...payload } })
  return parsed instanceof AppError ? errorBody(parsed).error.properties : parsed.payload
}

const accepted = (payload: object) => ({ ...emptyPayload, website: websiteId, ...payload })

const refused = (member: string, problem: string) => ({
  payload: { errors: [], properties: { [member]: { errors: [problem] } } },
})

describe('the whole body', () => {
  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [[], 'array'],
    ['text', 'string'],
    [1, 'number'],
    [true, 'boolean'],
  ])('%p is no object', (body, received) => {
    expect(toProblems(body)).toEqual({
      errors: [`Invalid input: expected object, received ${received}`],
    })
  })

  test('all errors are answered at once', () => {
    expect(toProblems({ type: 'click', payload: { website: 'nope', name: 1 } })).toEqual({
      errors: [],
      properties: {
        type: {
          errors: ['Invalid option: expected one of "event"|"identify"|"performance"'],
        },
        payload: {
          errors: [],
          properties: {
            website: { errors: ['Invalid UUID'] },
            name: { errors: ['Invalid input: expected string, received number'] },
          },
        },
      },
    })
  })

  test('a missing payload', () => {
    expect(toProblems({ type: 'event' })).toEqual({
      errors: [],
      properties: {
        payload: { errors: ['Invalid input: expected object, received undefined'] },
      },
    })
  })

  test('the published example', () => {
    expect(toProblems({ type: 'event', payload: { website: 'nope' } })).toEqual({
      errors: [],
      properties: {
        payload: { errors: [], properties: { website: { errors: ['Invalid UUID'] } } },
      },
    })
  })

  test('unknown members are dropped, at the top and in the payload', () => {
    const payload = { website: websiteId, duration: 5 }
    expect(parseSendBody({ type: 'performance', payload, extra: 1 })).toEqual({
      type: 'performance',
      payload: accepted({}),
    })
  })
})

describe('exactly one of website, link and pixel', () => {
  const rule = 'Exactly one of website, link, or pixel must be provided'

  test.each([[{ website: websiteId }], [{ link: linkId, website: null }], [{ pixel: pixelId }]])(
    '%p is right',
    (payload) => {
      expect(parseSendBody({ type: 'event', payload })).toEqual({
        type: 'event',
        payload: { ...emptyPayload, ...payload },
      })
    },
  )

  test.each([
    [{}],
    [{ website: websiteId, link: linkId }],
    [{ link: linkId, pixel: pixelId }],
    [{ website: null }],
  ])('wrong %#', (payload) => {
    expect(toProblems({ type: 'event', payload })).toEqual({
      errors: [],
      properties: refused('website', rule),
    })
  })
})

describe('ids', () => {
  test.each([
    ['6F1C1C2E-6F0B-4F4A-9A66-3F1F9F0C1D2E', '6f1c1c2e-6f0b-4f4a-9a66-3f1f9f0c1d2e'],
    ['0190b1c2-6f0b-7f4a-ba66-3f1f9f0c1d2e', '0190b1c2-6f0b-7f4a-ba66-3f1f9f0c1d2e'],
    ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'],
    ['FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('%s is one', (sent, website) => {
    expect(toPayload({ website: sent })).toEqual(accepted({ website }))
  })

  test.each([
    '11111111-1111-1111-1111-111111111111',
    '6f1c1c2e-6f0b-9f4a-9a66-3f1f9f0c1d2e',
    '6f1c1c2e6f0b4f4a9a663f1f9f0c1d2e',
    ' 6f1c1c2e-6f0b-4f4a-9a66-3f1f9f0c1d2e',
    '',
  ])('%p is none', (website) => {
    expect(toPayload({ website })).toEqual(refused('website', 'Invalid UUID'))
  })
})

describe('text', () => {
  test.each([
    ['hostname', 100],
    ['language', 35],
    ['screen', 11],
    ['name', 50],
    ['tag', 50],
    ['id', 50],
    ['browser', 20],
    ['os', 20],
    ['device', 20],
  ])('%s is cut at %i', (member, max) => {
    expect(toPayload({ [member]: 'x'.repeat(max + 1) })).toEqual(
      accepted({ [member]: 'x'.repeat(max) }),
    )
  })

  test.each([
    'hostname',
    'language',
    'screen',
    'title',
    'url',
    'referrer',
    'name',
    'tag',
    'id',
    'ip',
    'userAgent',
    'browser',
    'os',
    'device',
  ])('%s is text or absent', (member) => {
    const problem = (received: string) =>
      refused(member, `Invalid input: expected string, received ${received}`)
    expect(toPayload({ [member]: 1 })).toEqual(problem('number'))
    expect(toPayload({ [member]: {} })).toEqual(problem('object'))
    expect(toPayload({ [member]: ['x'] })).toEqual(problem('array'))
    expect(toPayload({ [member]: true })).toEqual(problem('boolean'))
    expect(toPayload({ [member]: null })).toEqual(accepted({}))
  })

  test('empty text is absent, except for addresses', () => {
    const empty = { hostname: '', title: '', name: '', id: '', ip: '', userAgent: '', url: '' }
    expect(toPayload({ ...empty, referrer: '' })).toEqual(accepted({ url: '', referrer: '' }))
  })

  test.each(['/a b', 'a', '?x', '#y', 'https://a.example', 'mailto:x'])('%p is a url', (url) => {
    expect(toPayload({ url, referrer: url })).toEqual(accepted({ url, referrer: url }))
  })

  test.each(['//', 'https://', 'http://a b/', 'https://a:99999/', 'http://[::1'])(
    '%p is no url, and no referrer',
    (url) => {
      expect(toPayload({ url })).toEqual(refused('url', 'Invalid URL.'))
      expect(toPayload({ referrer: url })).toEqual(accepted({}))
    },
  )
})

test.each([[[]], ['text'], [1], [true]])('data is an object, not %p', (data) => {
  const received = Array.isArray(data) ? 'array' : typeof data
  const problem = `Invalid input: expected object, received ${received}`
  expect(toPayload({ data })).toEqual(refused('data', problem))
})

describe('timestamp', () => {
  test.each([
    [1735689600, 1735689600],
    ['1735689600', 1735689600],
    [253402300799, 253402300799],
    [1, 1],
    [0, null],
    ['', null],
    ['0', null],
    [null, null],
  ])('%p is %p', (sent, timestamp) => {
    expect(toPayload({ timestamp: sent })).toEqual(accepted({ timestamp }))
  })

  test.each([
    [1.5, 'Invalid input: expected int, received number'],
    ['1.5', 'Invalid input: expected int, received string'],
    [-1, 'Too small: expected number to be >=0'],
    [253402300800, 'Too big: expected number to be <=253402300799'],
    [Number.POSITIVE_INFINITY, 'Too big: expected number to be <=253402300799'],
    ['yesterday', 'Invalid input: expected number, received string'],
    [true, 'Invalid input: expected number, received boolean'],
    [[1], 'Invalid input: expected number, received array'],
  ])('%p is refused', (timestamp, problem) => {
    expect(toPayload({ timestamp })).toEqual(refused('timestamp', problem))
  })
})

describe('measures', () => {
  test.each([
    ['lcp', 60000],
    ['inp', 60000],
    ['cls', 100],
    ['fcp', 60000],
    ['ttfb', 60000],
  ])('%s goes from 0 to %i', (member, max) => {
    expect(toPayload({ [member]: 0 })).toEqual(accepted({ [member]: 0 }))
    expect(toPayload({ [member]: max })).toEqual(accepted({ [member]: max }))
    const tooBig = refused(member, `Too big: expected number to be <=${max}`)
    expect(toPayload({ [member]: max + 1 })).toEqual(tooBig)
    expect(toPayload({ [member]: Number.POSITIVE_INFINITY })).toEqual(tooBig)
    const tooSmall = refused(member, 'Too small: expected number to be >=0')
    expect(toPayload({ [member]: -0.1 })).toEqual(tooSmall)
    const text = refused(member, 'Invalid input: expected number, received string')
    expect(toPayload({ [member]: '1' })).toEqual(text)
  })
})
