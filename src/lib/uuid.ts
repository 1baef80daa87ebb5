/** Version and variant digits as RFC 9562 has them, or the nil or max UUID; any case. */
export const uuidPattern =
  '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12})$'

const uuidShape = new RegExp(uuidPattern)

export const isUuid = (text: string): boolean => uuidShape.test(text)
