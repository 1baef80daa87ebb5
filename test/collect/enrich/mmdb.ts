// Writes the smallest database in MaxMind's format (version 2.0): one node, whose both branches
// lead to one entry, so that every IPv4 address has it.

type Value = string | number | Value[] | { [key: string]: Value }

/** Bytes of a database in which every IPv4 address has `entry`. */
export function mmdb(entry: Value): Uint8Array {
  const nodeCount = 1
  // A record above the number of nodes points into the data section, 16 bytes behind the tree.
  const record = Buffer.from([0, 0, nodeCount + 16])
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    description: { en: 'test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodeCount,
    record_size: 24,
  }
  return Buffer.concat([
    record,
    record,
    Buffer.alloc(16),
    encode(entry),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ])
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(2, text.length), text])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const members = Object.entries(value)
  const parts = members.flatMap(([key, member]) => [encode(key), encode(member)])
  return Buffer.concat([control(7, members.length), ...parts])
}

/** The control byte; types above 7 say so in a second byte. */
const control = (type: number, size: number): Buffer =>
  Buffer.from(type > 7 ? [size, type - 7] : [(type << 5) | size])
