import type { App } from '../app.ts'

/** Prints the first user's password, once, when it was made up at this start. */
export function printNewPassword({ newAdminPassword }: App): void {
  if (newAdminPassword === null) return
  process.stderr.write(
    `\n  First start: log in as "admin" with password "${newAdminPassword}".\n` +
      '  It is shown only now; change it after logging in.\n\n',
  )
}
