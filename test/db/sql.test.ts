import { expect, test } from 'bun:test'
import { all, any, empty, join, list, type Sql, sql } from '../../src/db/sql.ts'

const parts = ({ text, values }: Sql) => [text, values]

test('values become parameters, whatever is in them', () => {
  const path = "'; drop table event; --"
  expect(parts(sql`select 1 where url_path = ${path} and n > ${3} or ${null}`)).toEqual([
    'select 1 where url_path = $1 and n > $2 or $3',
    [path, 3, null],
  ])
})

test('pieces become part of the text, and their values keep their places', () => {
  const inner = sql`a = ${1} or b = ${2}`
  expect(parts(sql`select ${'x'} from t where (${inner}) and c = ${3}`)).toEqual([
    'select $1 from t where (a = $2 or b = $3) and c = $4',
    ['x', 1, 2, 3],
  ])
  expect(parts(sql`${sql`a`}${empty}${sql`b`}`)).toEqual(['ab', []])
})

test('numbers of any size are values that the database takes', () => {
  const statement = sql`select ${1e308} as a, ${-(2 ** 63)} as b, ${Number.MAX_SAFE_INTEGER} as c`
  expect(parts(statement)).toEqual([
    'select $1::double as a, $2::double as b, $3 as c',
    ['1e+308', '-9223372036854776000', Number.MAX_SAFE_INTEGER],
  ])
  expect(parts(sql`${sql`n > ${1e30}`} and m = ${1}`)).toEqual([
    'n > $1::double and m = $2',
    ['1e+30', 1],
  ])
})

test('one piece can be used twice', () => {
  const piece = sql`a = ${1}`
  expect(parts(sql`${piece} and ${piece}`)).toEqual(['a = $1 and a = $2', [1, 1]])
})

test('lists and conditions, also empty ones', () => {
  const [a, b] = [sql`a = ${1}`, sql`b = ${2}`]
  expect(parts(join([a, b]))).toEqual(['a = $1, b = $2', [1, 2]])
  expect(parts(join([]))).toEqual(['', []])
  expect(parts(all([a, b]))).toEqual(['a = $1 and b = $2', [1, 2]])
  expect(parts(any([a, b]))).toEqual(['(a = $1 or b = $2)', [1, 2]])
  expect(parts(all([]))).toEqual(['true', []])
  expect(parts(any([]))).toEqual(['false', []])
  expect(parts(sql`in (${list(['x', 2])})`)).toEqual(['in ($1, $2)', ['x', 2]])
})
