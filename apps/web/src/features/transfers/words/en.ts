/** `amount`: of the bytes. */
const thereOf = (there: number, count: number, amount: string) =>
  count === 1 ? amount : `${there} of ${count} files ${there === 1 ? 'is' : 'are'} there, ${amount}`

/** A sent transfer whose files are still uploaded, in the list and as its record. */
export const arrival = {
  stamp: {
    arriving: (percent: number) => `Arriving ${percent}%`,
    broken: () => 'Broke off',
  },
  name: 'Upload',
  arriving: (there: number, count: number, amount: string) =>
    `The upload goes on: ${thereOf(there, count, amount)}. Recipients can download what is there, and see the rest arrive.`,
  broken: (there: number, count: number, amount: string) =>
    `The upload broke off: ${thereOf(there, count, amount)}. Recipients see that the rest has not arrived. Continue, and it goes on where it stopped.`,
  amount: (arrived: string, total: string) => `${arrived} of ${total}`,
  resume: 'Continue upload',
  show: 'Show upload',
  file: {
    arriving: (percent: number) => `on its way, ${percent}%`,
    missing: (percent: number) => `did not arrive, ${percent}% is there`,
  },
  deleteText: 'Its upload ends too: what has not arrived is never sent.',
}

export type ArrivalWords = typeof arrival
