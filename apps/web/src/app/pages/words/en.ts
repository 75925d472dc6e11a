export const home = {
  headline: ['Send it.', 'Know it arrived.'],
  lead: 'Large files by email, over good lines and bad ones. See who opened them, what they took, when and where.',
  specimen: 'Specimen',
  specimenLabel: 'A specimen of how a transfer is tracked',
  origin: 'Hong Kong',
  originNote: '09:12',
  firstPlace: 'Shenzhen',
  firstWho: 'Chen Wei',
  firstNote: '4 of 4 · 10:31',
  secondPlace: 'Bengaluru',
  secondWho: 'Asha Rao',
  secondNote: '62 % so far',
  delivered: 'Delivered',
  checked: '4 of 4 files to Chen Wei, every byte checked',
  truths: [
    {
      title: 'Resumes by itself',
      text: 'Close the lid, change networks, come back tomorrow. Only what is missing goes up, for seven days.',
    },
    {
      title: 'Tells the truth',
      text: 'Mail scanners and link previews are kept apart. A download counts when its bytes have arrived.',
    },
    {
      title: 'Writes when it lands',
      text: 'One mail for each person who has everything: the files, the time in both zones, the place.',
    },
  ],
}

export type HomeWords = typeof home
