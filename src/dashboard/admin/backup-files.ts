// Backups on their way between the server and this computer.

import { type Answer, ask, askFile } from '../state/api.ts'

/** The server takes pieces of this size, which proxies let pass. */
const pieceBytes = 1024 * 1024

/** Sends a file in pieces; `onProgress` gets the fraction that has arrived. */
export async function uploadBackup(
  file: File,
  onProgress: (fraction: number) => void,
): Promise<Answer<{ bytes: number }>> {
  for (let offset = 0; ; ) {
    const end = Math.min(offset + pieceBytes, file.size)
    const answer = await ask<{ bytes: number }>('/api/admin/backups/upload', {
      query: { name: file.name, offset, isLast: end === file.size },
      body: file.slice(offset, end),
    })
    if (!answer.ok || end === file.size) return answer
    offset = end
    onProgress(offset / file.size)
  }
}

/** Has the browser save a backup as a file. */
export async function downloadBackup(name: string): Promise<Answer<Blob>> {
  const answer = await askFile(`/api/admin/backups/${encodeURIComponent(name)}`)
  if (answer.ok) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(answer.value)
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return answer
}
