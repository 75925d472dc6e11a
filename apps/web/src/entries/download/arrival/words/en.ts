const some = (there: number, count: number): string =>
  there === 1 ? `1 of ${count} files is` : `${there} of ${count} files are`

/** The recipient's page of a transfer that was sent while it uploads. */
export const arrival = {
  name: 'What has arrived',
  arriving: (there: number, count: number) => {
    if (count === 1) return 'The file is on its way.'
    if (there === 0) return `${count} files are on their way.`
    return `${some(there, count)} there; the rest is on its way.`
  },
  broken: (there: number, count: number) => {
    if (count === 1) return 'The upload broke off before the file was there.'
    if (there === 0) return 'The upload broke off before any file was there.'
    return `The upload broke off. ${some(there, count)} there; the rest did not arrive.`
  },
  whole: (count: number) => (count === 1 ? 'The file is there.' : `All ${count} files are there.`),
  amount: (percent: number, arrived: string, total: string) => `${percent}% · ${arrived} of ${total}`,
  startsNow: 'You can start a file that is still on its way: its download waits for the rest.',
  brokenText: 'The sender has been told and can continue. This page then updates itself.',
  mailed: 'We’ll also email you when everything is there.',
  reload: 'Reload the page to see what has arrived since.',
  there: 'Ready',
  onItsWay: (percent: number) => `On its way, ${percent}%`,
  onItsWayHeld: (percent: number) => `On its way, ${percent}%. You can download it once all of it is there.`,
  thereHeld: 'Uploaded. You can download it once all files are there.',
  missing: (percent: number) => `Did not arrive: ${percent}% of it is there`,
  zipWaits: 'All files in one zip are ready once the last file is there.',
  zipBroken: 'All files in one zip are ready once the rest is there.',
  oneWaits: 'You can download it once all of it is there.',
  oneBroken: 'There is nothing to download until the sender continues.',
}

export type ArrivalWords = typeof arrival
