import type { Locator } from 'playwright-core'

/** The cells of table rows as text, blanks between words made one. */
export const readRows = (rows: Locator): Promise<string[][]> =>
  rows.evaluateAll((found) =>
    found.map((row) =>
      [...(row as HTMLTableRowElement).cells].map(({ textContent }) =>
        textContent.replace(/\s+/g, ' ').trim(),
      ),
    ),
  )
