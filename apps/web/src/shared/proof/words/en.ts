/** While the browser works for one more try. */
export const workOff = {
  text: 'There were many tries before yours. Your browser works out a short sum, then it goes on by itself.',
  progress: 'Sum',
  cancel: 'Cancel',
}

export type WorkOffWords = typeof workOff
