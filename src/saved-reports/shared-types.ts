// Types of saved reports that share pages show, each where its section is open; the page reads it too.

export const sharedTypes = { goal: 'goals', funnel: 'funnels' } as const
