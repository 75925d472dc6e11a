import type { TimeLeft } from '@waybill/contract/core/sizes'
import type { DownloadErrorCode } from '../engine/download-error.ts'

/** The fast download of the recipient's page. */
export const fast = {
  start: 'Fast download',
  asking: 'Preparing your download…',
  running: 'Downloading over several connections',
  kept: 'Part of this download is already in this browser.',
  paused: 'Paused. What has arrived is kept in this browser: you can continue for 7 days. Cancel deletes it.',
  saving: 'Everything has arrived and is checked. Saving the file…',
  cancelled: 'Cancelled. What had arrived has been deleted.',
  saved: (name: string, size: string) => `${name}, ${size}, is saved and checked.`,
  handed: (name: string, size: string) =>
    `${name}, ${size}, has arrived and is checked. Your browser is saving it to your downloads.`,
  hasCopy: 'A copy stays in this browser for an hour, or until a later visit. Delete it once you have the file.',
  saveAgain: 'Save again',
  dropCopy: 'Delete the copy',
  progress: 'Progress',
  doneOf: (done: string, all: string) => `${done} of ${all}`,
  timeLeft: (left: TimeLeft): string => {
    if (left === 'calculating') return 'waiting for data'
    if (left === 'under-30s') return 'less than 30 seconds left'
    if (left === 'under-1m') return 'less than a minute left'
    if ('minutes' in left) return left.minutes === 1 ? '1 minute left' : `${left.minutes} minutes left`
    return left.hours === 1 ? '1 hour left' : `${left.hours} hours left`
  },
  pause: 'Pause',
  goOn: 'Continue',
  again: 'Try again',
  cancel: 'Cancel',
  isKept: 'What has arrived is kept.',
  because: {
    line: 'The connection was lost.',
    'disk-full':
      'There is not enough free space for this browser. Free some space and continue, or use the plain download.',
    disk: 'This browser could not store the file. Use the plain download.',
    altered: 'What arrived is not what was sent, even when downloaded again. It has been deleted. Try another network.',
    changed: 'The sender has changed the files. What had arrived has been deleted. Download again.',
    elsewhere: 'This download is already running in another tab.',
  } satisfies Record<Exclude<DownloadErrorCode, 'refused'>, string>,
}
