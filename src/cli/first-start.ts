/** Prints the password that was made up for the first user; `null` prints nothing. */
export function printNewPassword(password: string | null): void {
  if (password === null) return
  process.stderr.write(
    `\n  First start: log in as "admin" with password "${password}".\n` +
      '  It is shown only now; change it after logging in.\n\n',
  )
}
