/** What an event is, as the store numbers it. */
export const eventTypes = { page: 1, custom: 2, link: 3, pixel: 4, vitals: 5 } as const
export type EventType = (typeof eventTypes)[keyof typeof eventTypes]

const typesWithoutView: readonly EventType[] = [eventTypes.custom, eventTypes.vitals]

/** Whether an event is a view: of a page, or a hit of a link or pixel. */
export const isView = (type: EventType): boolean => !typesWithoutView.includes(type)

/** The same as a condition on rows. */
export const isViewSql = `event_type not in (${typesWithoutView.join(', ')})`
