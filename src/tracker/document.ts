// The page's document, whatever its elements are named.

/**
 * What the document says under this name. Images, forms and frames show up in the document by
 * their own names and hide what it says; its prototype still has it.
 */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] => {
  const value = document[name]
  return typeof value === 'object' && !(value instanceof HTMLScriptElement)
    ? Reflect.get(Document.prototype, name, document)
    : value
}

/** Listens to events of the document before its elements do. */
export const listen = <Kind extends Event>(name: string, run: (event: Kind) => void): void =>
  addEventListener.call(document, name, run as EventListener, true)
