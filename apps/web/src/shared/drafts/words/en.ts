/** Messages about a change of the draft. */
export const drafts = {
  sameName: 'Left out: a file with this name is already in the list',
  keptForNext: 'Kept for your next transfer: this one is already being sent',
  getTrial: 'Get 7-day trial',
}

export type DraftsWords = typeof drafts
