// bun q.ts file.duckdb  < statements separated by ;;  prints wall and cpu ms (best of 3), memory peak not measured
import { DuckDBInstance } from '@duckdb/node-api'
const inst = await DuckDBInstance.create(process.argv[2]!, { access_mode: 'READ_ONLY', threads: '2', memory_limit: process.env.MEM ?? '1GB' })
const c = await inst.connect()
const text = await Bun.stdin.text()
for (const raw of text.split(';;')) {
  const s = raw.trim(); if (!s) continue
  let wall = 1e9, cpu = 1e9, rows: any
  try {
  for (let i = 0; i < (Number(process.env.N) || 3); i++) {
    const t = performance.now(), u = process.cpuUsage()
    rows = (await c.runAndReadAll(s)).getRowsJson()
    const d = process.cpuUsage(u)
    wall = Math.min(wall, performance.now() - t); cpu = Math.min(cpu, (d.user + d.system) / 1000)
  }
  if (s.startsWith('explain')) console.log(rows[0][1])
  else console.log(`wall ${wall.toFixed(0)} cpu ${cpu.toFixed(0)} rows ${rows.length}`, JSON.stringify(rows.slice(0, 60)).slice(0, 3000), '--', s.slice(0, 110).replaceAll('\n', ' '))
  } catch (e) { console.log(String(e).slice(0, 200), s.slice(0, 100)) }
}
