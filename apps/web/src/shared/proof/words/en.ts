/** While the browser does the work for one more try. */
export const workOff = {
  text: 'There were many attempts before yours. Your browser does a short calculation first, then continues by itself.',
  progress: 'Calculation',
  cancel: 'Cancel',
}

export type WorkOffWords = typeof workOff
