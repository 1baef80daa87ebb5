import { propertyText, type RecordedProperty } from './recorded-property.ts'

/** Properties by name. */
export function PropertyList({ properties }: { properties: readonly RecordedProperty[] }) {
  return (
    <dl class="fact-list">
      {properties.map((property) => (
        <div key={property.dataKey} class="fact-line">
          <dt>{property.dataKey}</dt>
          <dd>{propertyText(property)}</dd>
        </div>
      ))}
    </dl>
  )
}
