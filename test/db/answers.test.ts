import { expect, test } from 'bun:test'
import { Answers } from '../../src/db/answers.ts'
import { reading, sql } from '../../src/db/sql.ts'

const at = (day: number) => Date.UTC(2026, 0, day, 12)
const statement = (source: number, from: number, to: number, more = 'a') =>
  sql`select ${more} from event where ${reading(
    { source, startAt: at(from), endAt: at(to) },
    sql`source_id = ${source} and created_at between ${at(from)} and ${at(to)}`,
  )}`

test('an answer is given again until a row is written on one of its days', () => {
  const answers = new Answers()
  const rows = [{ n: 1 }]
  const asked = statement(1, 5, 7)
  expect(answers.find(asked)).toBeNull()
  answers.keep(asked, rows, answers.now)
  expect(answers.find(statement(1, 5, 7))).toEqual(rows)
  expect(answers.find(statement(1, 5, 8))).toBeNull()
  expect(answers.find(statement(1, 5, 7, 'b'))).toBeNull()

  answers.noteWrites(1, [at(4), at(8)])
  answers.noteWrites(2, [at(6)])
  expect(answers.find(asked)).toEqual(rows)
  answers.noteWrites(1, [at(9), at(6)])
  expect(answers.find(asked)).toBeNull()
})

test('an answer that was being made while a row was written is not kept', () => {
  const answers = new Answers()
  const asked = statement(1, 5, 7)
  const { now } = answers
  answers.noteWrites(1, [at(5)])
  answers.keep(asked, [{ n: 1 }], now)
  expect(answers.find(asked)).toBeNull()

  const before = answers.now
  answers.clear()
  answers.keep(asked, [{ n: 1 }], before)
  expect(answers.find(asked)).toBeNull()
})

test('every range that a statement reads counts', () => {
  const answers = new Answers()
  const asked = sql`select 1 where ${statement(1, 5, 7)} or ${statement(1, 20, 21)}`
  const nested = sql`select 1 where ${reading({ source: 1, startAt: 0, endAt: at(2) }, asked)}`
  answers.keep(asked, [], answers.now)
  answers.keep(nested, [], answers.now)
  expect(answers.find(asked)).toEqual([])
  answers.noteWrites(1, [at(20)])
  expect(answers.find(asked)).toBeNull()
  expect(answers.find(nested)).toBeNull()
})

test('long answers, and those that tell nothing of what they read, are not kept', () => {
  const answers = new Answers()
  answers.keep(sql`select 1`, [{ n: 1 }], answers.now)
  expect(answers.find(sql`select 1`)).toBeNull()
  const long = Array.from({ length: 5_001 }, (_, n) => ({ n }))
  answers.keep(statement(1, 5, 7), long, answers.now)
  expect(answers.find(statement(1, 5, 7))).toBeNull()
})

test('what was not asked for lately is forgotten', () => {
  const answers = new Answers()
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ a: n, b: n }))
  const first = statement(1, 1, 2, 'first')
  answers.keep(first, rows, answers.now)
  for (let n = 0; n < 60; n++) {
    answers.keep(statement(1, 1, 2, `other ${n}`), rows, answers.now)
    if (n < 30) expect(answers.find(first)).toEqual(rows)
  }
  answers.keep(statement(1, 1, 2, 'recent'), rows, answers.now)
  for (let n = 0; n < 120; n++) answers.keep(statement(1, 3, 4, `${n}`), rows, answers.now)
  expect(answers.find(first)).toBeNull()
})
