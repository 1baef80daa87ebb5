import { expect, test } from 'bun:test'
import { SessionHistory } from '../../../../src/collect/store/sessions/session-history.ts'

test('when the last instant of a visit is kept and the one before is not, both must be read', () => {
  // The views in between move the edge of what is kept over both instants of visit 11.
  for (let between = 470; between < 520; between++) {
    const history = new SessionHistory()
    let at = 0
    const add = (visitHour: number, path: string) => {
      at += 1_000
      history.add({ at, visitHour, path, title: null })
      return at
    }
    for (let index = 0; index < 700; index++) add(10, `/before/${index}`)
    add(11, '/first')
    const second = add(11, '/second')
    const last = add(11, '/last')
    for (let index = 0; index < between; index++) add(12, `/between/${index}`)
    history.trim()
    const page = { at: at + 1_000, visitHour: 11, path: '/end', title: null }
    if (history.unknownKeys(page)?.visitHour === 11) history.setVisit(11, last, second)
    expect(history.add(page)).toMatchObject({ visitPreviousAt: last, visitSecondAt: second })
  }
})
