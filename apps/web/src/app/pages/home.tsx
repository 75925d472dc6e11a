import { Outlet } from '@tanstack/react-router'
import { QuickSend } from '../../features/send/screens/quick-send.tsx'
import { RouteLine } from '../../shared/ui/marks/route-line.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './home.module.css'
import { homeWords } from './words/home-words.ts'

/** The front page: the send form, and what happens to a sent transfer. */
export function HomePage() {
  const words = useWords(homeWords)
  return (
    <div className={styles.home}>
      <div className={styles.homeTop}>
        <div className={styles.homeSlip}>
          <QuickSend />
        </div>
        <div className={styles.homeWords}>
          <h1>
            {words.headline.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <p className={`${textStyles.soft} ${styles.homeLead}`}>{words.lead}</p>
          <Specimen />
        </div>
      </div>
      <ul className={styles.homeTruths}>
        {words.truths.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p className={textStyles.soft}>{text}</p>
          </li>
        ))}
      </ul>
      <Outlet />
    </div>
  )
}

/** What a sender sees of a running transfer. It is an example, and labelled as one. */
function Specimen() {
  const words = useWords(homeWords)
  const first = <Where place={words.firstPlace} who={words.firstWho} />
  const second = <Where place={words.secondPlace} who={words.secondWho} />
  return (
    <figure className={styles.specimen} aria-label={words.specimenLabel}>
      <figcaption className={textStyles.mono}>{words.specimen}</figcaption>
      <RouteLine
        origin={{ place: words.origin, note: words.originNote }}
        stops={[
          { key: 'first', place: first, note: words.firstNote, done: 1, state: 'delivered' },
          { key: 'second', place: second, note: words.secondNote, done: 0.62, state: 'under-way' },
        ]}
      />
      <p className={`${layoutStyles.medium} ${styles.specimenStamp}`}>
        <Stamp>{words.delivered}</Stamp>
        <span className={textStyles.soft}>{words.checked}</span>
      </p>
    </figure>
  )
}

/** On a phone it shows the city alone, so that the line keeps its length. */
function Where({ place, who }: { place: string; who: string }) {
  return (
    <>
      {place}
      <span className={styles.specimenWho}> · {who}</span>
    </>
  )
}
