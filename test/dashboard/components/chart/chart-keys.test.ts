import { expect, test } from 'bun:test'
import {
  selectedBuckets,
  type Walk,
  walkOn,
} from '../../../../src/dashboard/components/chart/chart-keys.ts'

/** Where keys lead one after the other among ten buckets; `+` for Shift. */
function walk(...keys: string[]): Walk | null {
  let at: Walk | null = null
  for (const text of keys) {
    const shiftKey = text.startsWith('+')
    at = walkOn({ key: text.replace('+', ''), shiftKey }, at, 10) ?? at
  }
  return at
}

test('arrows begin at the newest bucket and stay within the chart', () => {
  expect(walk('ArrowLeft')).toEqual({ index: 9, anchor: null })
  expect(walk('ArrowLeft', 'ArrowLeft')).toEqual({ index: 8, anchor: null })
  expect(walk('ArrowRight', 'ArrowRight')).toEqual({ index: 9, anchor: null })
  expect(walk('Home', 'ArrowLeft')).toEqual({ index: 0, anchor: null })
  expect(walk('End', 'PageUp')).toEqual({ index: 2, anchor: null })
  expect(walk('Home', 'PageDown', 'PageDown')).toEqual({ index: 9, anchor: null })
})

test('Shift selects from where it was pressed first, and walking on drops the selection', () => {
  const selected = walk('Home', 'ArrowRight', '+ArrowRight', '+ArrowRight')
  expect(selected).toEqual({ index: 3, anchor: 1 })
  expect(selectedBuckets(selected as Walk)).toEqual([1, 3])
  expect(selectedBuckets(walk('End', '+PageUp') as Walk)).toEqual([2, 9])
  expect(walk('Home', '+ArrowRight', 'ArrowRight')).toEqual({ index: 2, anchor: null })
  expect(walk('Home', '+ArrowRight', 'Escape')).toEqual({ index: 1, anchor: null })
})

test('other keys are left to the page', () => {
  expect(walkOn({ key: 'a', shiftKey: false }, null, 10)).toBeNull()
  // With nothing selected, Escape may close what is around the chart.
  expect(walkOn({ key: 'Escape', shiftKey: false }, { index: 1, anchor: null }, 10)).toBeNull()
})
