import type { PreviewRefusal } from '@waybill/contract/downloads/previews'

/** The viewer of the recipient's page. */
export const viewer = {
  title: (name: string) => `Preview of ${name}`,
  all: 'All previews',
  close: 'Close',
  before: 'Previous file',
  next: 'Next file',
  placeOf: (nth: number, count: number) => `${nth} of ${count}`,
  loading: 'Preparing the preview…',
  stillLoading: 'No answer yet. Trying again…',
  enlarge: 'Enlarge',
  senderSees: 'The sender sees previews.',
  page: (nth: number, count: number) => `Page ${nth} of ${count}`,
  firstPages: (shown: number, count: number) =>
    `These are the first ${shown} of ${count} pages. Download the file to read the rest.`,
  beginning: (shown: string, whole: string) =>
    `This is the beginning: ${shown} of ${whole}. Download the file to read the rest.`,
  download: 'Download',
  failed: 'The preview did not open.',
  again: 'Try again',
  unplayable: 'Your browser cannot play this file. Download it to open it in another program.',
  because: {
    limited: 'The sender has limited how often this can be downloaded, so there is no preview.',
    'too-large': 'This file is too large for a preview. Download it to open it.',
    unreadable: 'This file is too large to draw, damaged or locked. Download it to open it.',
    'not-as-named': 'This kind of file cannot be shown here. Download it to open it.',
    empty: 'This file is empty.',
    'used-up': 'Too many previews of these files were drawn today. Download the file to open it.',
    'switched-off': 'This server shows no previews of images and PDFs. Download the file to open it.',
    machine: 'Previews are for people. Download the file to open it.',
  } satisfies Record<PreviewRefusal, string>,
}
