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
            {isRecorded(property) ? (
              <UserText text={propertyText(property)} />
            ) : (
              propertyText(property)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Dates and numbers are written by the page itself. */
const isRecorded = ({ dateValue, numberValue }: Property): boolean =>
  dateValue === null && numberValue === null
