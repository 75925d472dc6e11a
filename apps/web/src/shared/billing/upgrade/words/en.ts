/** The way from a limit to the plan that lifts it. */
export const upgrade = {
  seePlans: 'See plans',
  writeTo: 'Email',
}

export type UpgradeWords = typeof upgrade
