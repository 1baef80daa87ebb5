interface SparklineProps {
  /** What it shows, for screen readers. */
  label: string
  values: readonly number[]
}

const width = 120
const height = 32

/** A small line without axes. */
export function Sparkline({ label, values }: SparklineProps) {
  const highest = Math.max(1, ...values)
  const place = (value: number, index: number) => {
    const x = (index / Math.max(1, values.length - 1)) * width
    const y = height - 2 - (value / highest) * (height - 4)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const line = values.map(place).join('L')
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path class="sparkline-area" d={`M0 ${height}L${line}L${width} ${height}z`} />
      <path class="sparkline-line" d={`M${line}`} vector-effect="non-scaling-stroke" />
    </svg>
  )
}
