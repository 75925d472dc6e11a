/** The way from a limit to the plan that lifts it. */
export const upgrade = {
  seePlans: 'See plans',
  writeTo: 'Email',
  askAdmin: 'Ask your team’s admin for a larger plan.',
}

export type UpgradeWords = typeof upgrade
