import { expect } from 'bun:test'

/**
 * Runs an endless program until it has printed `lines` lines, then a bit, and kills it. Gives all the
 * lines that it has printed.
 */
export async function runAndKill(
  program: readonly string[],
  lines: number,
  thenMs: number,
): Promise<string[]> {
  const child = Bun.spawn([process.execPath, ...program], { stdout: 'pipe', stderr: 'inherit' })
  let output = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    output += decoder.decode(chunk, { stream: true })
    if (output.split('\n').length > lines && !child.killed) {
      setTimeout(() => child.kill('SIGKILL'), thenMs)
    }
  }
  await child.exited
  // It ends by our hand alone.
  expect(child.signalCode).toBe('SIGKILL')
  return output.split('\n').filter((line) => line !== '')
}
