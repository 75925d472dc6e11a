const some = (there: number, count: number): string => {
  if (count === 1) return 'The file is'
  return there === 1 ? `1 of ${count} files is` : `${there} of ${count} files are`
}

/** The recipient's page of a transfer that was sent while it uploads. */
export const arrival = {
  name: 'What has arrived',
  arriving: (there: number, count: number) =>
    count === 1 ? 'The file is on its way.' : `${some(there, count)} there; the rest is on its way.`,
  broken: (there: number, count: number) =>
    count === 1
      ? 'The upload broke off before the file was there.'
      : `The upload broke off. ${some(there, count)} there; the rest did not come.`,
  whole: (count: number) => (count === 1 ? 'The file is there.' : `All ${count} files are there.`),
  amount: (percent: number, arrived: string, total: string) => `${percent}% · ${arrived} of ${total}`,
  startsNow: 'A download of a file on its way starts now and waits for the rest.',
  brokenText: 'The sender has been told and can continue. This page then goes on by itself.',
  mailed: 'We’ll also email you when everything is there.',
  reload: 'Reload the page to see what has arrived since.',
  there: 'There',
  onItsWay: (percent: number) => `On its way, ${percent}%`,
  onItsWayHeld: (percent: number) => `On its way, ${percent}%. You can download it once all of it is there.`,
  thereHeld: 'There. You can download it once all files are there.',
  missing: (percent: number) => `Did not come: ${percent}% of it is there`,
  zipWaits: 'All files in one zip are ready once the last file is there.',
  zipBroken: 'All files in one zip are ready once the rest is there.',
  oneWaits: 'You can download it once all of it is there.',
  oneBroken: 'There is nothing to download until the sender continues.',
}

export type ArrivalWords = typeof arrival
