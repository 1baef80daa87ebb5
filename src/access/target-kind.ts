/** What events can belong to. */
export const targetKinds = ['website', 'link', 'pixel'] as const
export type TargetKind = (typeof targetKinds)[number]
