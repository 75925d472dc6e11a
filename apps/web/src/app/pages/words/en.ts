export const home = {
  headline: ['Send it.', 'Know it arrived.'],
  lead: 'Send large files by email, even over a poor connection. See who opened them and what they downloaded, when and where.',
  specimen: 'Example',
  specimenLabel: 'An example of how a transfer is tracked',
  origin: 'Hong Kong',
  originNote: '09:12',
  firstPlace: 'Shenzhen',
  firstWho: 'Chen Wei',
  firstNote: '4 of 4 · 10:31',
  secondPlace: 'Bengaluru',
  secondWho: 'Asha Rao',
  secondNote: '62% so far',
  delivered: 'Delivered',
  checked: '4 of 4 files to Chen Wei, every byte checked',
  truths: [
    {
      title: 'Resumes by itself',
      text: 'Close your laptop, change networks, come back tomorrow. Only what is missing is uploaded, for up to seven days.',
    },
    {
      title: 'Tells the truth',
      text: 'Mail scanners and link previews are listed separately. A download counts when its bytes have arrived.',
    },
    {
      title: 'Tells you when it lands',
      text: 'One email for each person who has everything: the files, the place, and the time in both zones.',
    },
  ],
}

export type HomeWords = typeof home
