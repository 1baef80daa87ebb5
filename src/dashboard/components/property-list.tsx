import { Recorded } from './recorded.tsx'
import { propertyText, type RecordedProperty } from './recorded-property.ts'

/** Properties by name. */
export function PropertyList({ properties }: { properties: readonly RecordedProperty[] }) {
  return (
    <dl class="fact-list">
      {properties.map((property) => (
        <div key={property.dataKey} class="fact-line">
          <dt>
            <Recorded text={property.dataKey} />
          </dt>
          <dd>
            <Recorded text={propertyText(property)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
