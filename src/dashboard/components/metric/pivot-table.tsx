import type { ComponentChildren } from 'preact'
import { ScrollBox } from '../list/scroll-box.tsx'
import { UserText } from '../user-text.tsx'

export interface PivotRow {
  key: string
  /** The cells before the properties; the first is the row's heading. */
  cells: readonly ComponentChildren[]
  propertyKeys: readonly string[]
  /** In the order of the keys. */
  propertyValues: readonly string[]
}

interface PivotTableProps {
  label: string
  /** Headings of the cells before the properties. */
  heads: readonly string[]
  rows: readonly PivotRow[]
}

/** Things with their properties: a line each, and a column for every property that one of them has. */
export function PivotTable({ label, heads, rows }: PivotTableProps) {
  const keys = [...new Set(rows.flatMap(({ propertyKeys }) => propertyKeys))].sort()
  return (
    <ScrollBox label={label}>
      <table class="table pivot-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {keys.map((key) => (
              <th key={key} scope="col" class="pivot-key">
                <UserText text={key} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, propertyKeys, propertyValues }) => (
            <tr key={key}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={heads[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={heads[index]}>{cell}</td>
                ),
              )}
              {keys.map((name) => {
                const value = propertyValues[propertyKeys.indexOf(name)] ?? ''
                return (
                  <td key={name}>
                    <UserText class="pivot-value" text={value} isCut />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
