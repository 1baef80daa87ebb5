// Asks the server and holds its answers against the twin's.

import { strFromU8, unzipSync } from 'fflate'
import type { TestServer } from '../../support/app.ts'
import type { Question } from './data/questions.ts'

const atOnce = 4

/** One line per answer that is not the twin's; at most five. */
export async function disagreements(
  server: TestServer,
  questions: readonly Question[],
): Promise<string[]> {
  const found: string[] = []
  const waiting = [...questions]
  const ask = async () => {
    for (let question = waiting.pop(); question && found.length < 5; question = waiting.pop()) {
      const { path, body, answer } = question
      const got = await server.ask(path, body ? { body } : {})
      const given = rounded(unzipped(got.body))
      const expected = rounded(answer())
      if (got.status !== 200 || !Bun.deepEquals(given, expected, true)) {
        const asked = `${decodeURIComponent(path)} ${body ? JSON.stringify(body) : ''}`
        found.push(`${asked}\n${firstDifference(given, expected)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return found
}

/** An export's files by name instead of its ZIP. */
function unzipped(body: unknown): unknown {
  const zip = (body as { zip?: string } | null)?.zip
  if (typeof zip !== 'string') return body
  const files = Object.entries(unzipSync(Buffer.from(zip, 'base64')))
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** Numbers to ten digits: the last ones depend on the order of adding. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(10))
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each)]))
}

function firstDifference(given: unknown, expected: unknown, place = ''): string {
  const isDeep = (value: unknown) => typeof value === 'object' && value !== null
  if (isDeep(given) && isDeep(expected) && Array.isArray(given) === Array.isArray(expected)) {
    const left = given as Record<string, unknown>
    const right = expected as Record<string, unknown>
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (!Bun.deepEquals(left[name], right[name], true)) {
        return firstDifference(left[name], right[name], `${place}/${name}`)
      }
    }
  }
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 600)
  return `  at ${place}\n  server ${shown(given)}\n  twin   ${shown(expected)}`
}
