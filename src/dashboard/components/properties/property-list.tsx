import { UserText } from '../user-text.tsx'
import { type Property, propertyText } from './property.ts'

/** Properties by name. */
export function PropertyList({ properties }: { properties: readonly Property[] }) {
  return (
    <dl class="fact-list">
      {properties.map((property) => (
        <div key={property.dataKey} class="fact-line">
          <dt>
            <UserText text={property.dataKey} />
          </dt>
          <dd>
            <UserText text={propertyText(property)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
