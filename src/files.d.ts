// Databases that are embedded as files: the path to read them from.
declare module '*.mmdb' {
  const path: string
  export default path
}
