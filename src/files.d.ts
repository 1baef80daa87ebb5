// Files that are imported as values: SQL migrations as text.
declare module '*.sql' {
  const text: string
  export default text
}
