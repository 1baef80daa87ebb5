// Files that are imported as values: SQL migrations as text.
declare module '*.sql' {
  const text: string
  export default text
}

// Databases that are embedded as files: the path to read them from.
declare module '*.mmdb' {
  const path: string
  export default path
}
