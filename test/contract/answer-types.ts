// Whether answers have the shape that the published client's types give them, asked of the compiler.

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface TypedAnswer {
  /** The client's operation. */
  id: string
  answer: unknown
}

const root = join(import.meta.dir, '../..')

// The types say nothing of null, and answers have more members than they name.
const prelude = `import type { OperationOutput } from '@umami/api-client'
type Loose<T> = unknown extends T ? unknown
  : T extends readonly (infer E)[] ? readonly Loose<E>[] | null
  : T extends object ? { readonly [K in keyof T]: Loose<T[K]> } | null
  : T | null
`

const config = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'Preserve',
    moduleResolution: 'bundler',
    target: 'ESNext',
    types: [],
  },
  include: ['answers.ts'],
}

/** The operations whose answers the compiler refuses, sorted. */
export function findMismatches(answers: readonly TypedAnswer[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-types-'))
  try {
    // A line each, so that the number of the line says which one is refused.
    const lines = answers.map(
      ({ id, answer }, index) =>
        `const answer${index} = ${JSON.stringify(answer)} as const; export const typed${index}: Loose<OperationOutput<'${id}'>> = answer${index}`,
    )
    const above = prelude.split('\n').length - 1
    writeFileSync(join(folder, 'answers.ts'), `${prelude}${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, exitCode } = Bun.spawnSync([process.execPath, compiler, '-p', folder])
    const text = stdout.toString()
    const places = [...text.matchAll(/answers\.ts\((\d+),\d+\): error/g)].map(
      ([, line]) => answers[Number(line) - above - 1]?.id ?? `line ${line}`,
    )
    if (exitCode !== 0 && places.length === 0) throw new Error(text)
    return [...new Set(places)].toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
