/** What a company shows of itself on pages and in emails. */
export const branding = {
  loading: 'Loading your branding',
  again: 'Try again',
  save: 'Save',
  saved: 'Saved.',
  remove: 'Remove',

  locked: 'Your own branding',
  lockedText:
    'With the Business plan, recipients and suppliers see your name, logo and colour instead of ours: on their pages and in emails.',
  kept: 'What you chose before is kept. It shows again with a plan that has it.',

  look: 'Name and colour',
  lookText: 'They appear on the pages and in the emails that your recipients and suppliers see.',
  name: 'Company name',
  welcome: 'Welcome line',
  welcomeHint: 'One line above the files or the request.',
  accent: 'Accent colour',
  accentPick: 'Choose a colour',
  accentHint: 'For buttons and links, such as #0b5cad. Empty: ours.',
  accentWrong: 'Type a colour such as #0b5cad.',
  changed: {
    light: 'This colour is hard to read on light pages. They use a darker shade of it:',
    dark: 'This colour is hard to read on dark pages. They use a lighter shade of it:',
  },

  logo: 'Logo',
  logoText: 'Shown instead of the name. PNG, JPEG or WebP, up to 10 MB; a transparent background works best.',
  slots: {
    logo: 'On light pages and in emails',
    darkLogo: 'On dark pages',
    background: 'Background picture',
  },
  sameAsLight: 'The same',
  noPicture: 'None',
  choose: 'Choose a picture',
  backgroundText: 'Fills the page behind the files or the request.',

  preview: 'Preview',
  previewText: 'As it looks with what you have typed, in the colours of this page.',
  previews: { transfer: 'Recipient’s page', request: 'Request page', email: 'Email', receipt: 'Receipt' },
  sample: {
    sent: (from: string) => `${from} sent you 2 files`,
    asked: (from: string) => `${from} asks you for files`,
    files: ['plan.pdf', 'drawing.dwg'],
    download: 'Download all',
    submit: 'Send files',
    receipt: 'Delivery receipt',
  },
  sentWith: 'Sent with Waybill',

  poweredBy: '“Sent with Waybill”',
  poweredByText: 'A small line at the end of the pages and emails that your recipients and suppliers see.',
  shows: 'Show “Sent with Waybill”.',
  oursText: 'Your plan shows our mark and “Sent with Waybill”.',
  lineText: 'Your plan shows “Sent with Waybill”.',
  offText: 'From the Pro plan on, you can switch the line off.',
}
