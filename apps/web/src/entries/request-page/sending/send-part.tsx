import { formatBytes } from '@waybill/contract/core/sizes'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { failureWords } from '../failure-words.ts'
import { answersToSend } from '../items/answers-to-send.ts'
import itemsStyles from '../items/items.module.css'
import { judgeChosen } from '../items/judge-chosen.ts'
import { sealedSendingWords } from '../sealed/words/sealed-sending-words.ts'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import { useAskingBeforeLeaving } from './use-asking-before-leaving.ts'

const NAMES_SHOWN = 3

/** The one big button, and under it what it would leave out, what is still missing, and why the server refused. */
export function SendPart() {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const sealed = useWords(sealedSendingWords)
  const isLive = useHasScripts()
  const request = useSessionState((state) => state.request)
  const chosen = useSessionState((state) => state.chosen)
  const isPlanning = useSessionState(({ step }) => step.is === 'planning')
  const { fit, bytes, findings, over } = judgeChosen(request, chosen)
  const { maxBytes, maxFiles } = request.limits
  useAskingBeforeLeaving(fit.length > 0)
  const answers = useSessionState((state) => state.answers)
  const answered = answersToSend({ request, answers }, { hasFiles: fit.length > 0 })
  const canSend = fit.length > 0 || answered.length > 0
  const size = formatBytes(bytes, language)
  return (
    <>
      <div className={downloadStyles.take} data-idle={!canSend || undefined}>
        <button type="submit" className={downloadStyles.takeAll} aria-busy={isPlanning} disabled={isPlanning}>
          <Icon name="add" />
          {!isLive || !canSend
            ? words.send
            : answered.length === 0
              ? words.sendFiles(fit.length, size)
              : words.sendAnswers(answered.length, fit.length, size)}
        </button>
        <div className={downloadStyles.takeState}>
          <p role="status">{isPlanning && (request.sealing === null ? words.checking : sealed.sealing)}</p>
          {over.map(({ code, facts }) => (
            <p key={code} role="alert" className={downloadStyles.takeFailed}>
              {problemSentence(language, code, facts)}
            </p>
          ))}
          <Complaints />
          <Failure />
        </div>
      </div>
      <div className={`${downloadStyles.takeState} ${itemsStyles.sendNotes}`}>
        {findings.size > 0 && <p>{words.leftOut(findings.size)}</p>}
        {canSend && <Missing sending={new Set([...fit, ...answered].map(({ item }) => item))} />}
        <p className={itemsStyles.takeLimits}>
          {isLive
            ? words.atOnce(formatBytes(maxBytes, language), maxFiles)
            : words.plainLimit(formatBytes(Math.min(session.page.formLimitBytes, maxBytes), language))}
        </p>
      </div>
    </>
  )
}

function Complaints() {
  const words = useWords(answerWords)
  const isEmpty = useSessionState(({ complaint }) => complaint === 'files')
  const asks = useSessionState(({ request }) => request.items.some(({ kind }) => kind !== 'files'))
  return (
    <p role="alert" className={downloadStyles.takeFailed}>
      {isEmpty && (asks ? words.answerFirst : words.chooseFirst)}
    </p>
  )
}

/** Required items without a file: no obstacle, the rest may come later. */
function Missing({ sending }: { sending: ReadonlySet<string> }) {
  const words = useWords(answerWords)
  const { language } = useLanguage()
  const items = useSessionState(({ request }) => request.items)
  const names = items
    .filter(({ _id, isRequired, state }) => isRequired && !sending.has(_id) && /^(?:missing|sent-back)$/.test(state))
    .map(({ name }) => name)
  if (names.length === 0) return null
  const list = nameList(names.slice(0, NAMES_SHOWN), language)
  return <p>{words.stillMissing(names.length > NAMES_SHOWN ? `${list} …` : list)}</p>
}

/** The refusal of the last click. */
function Failure() {
  const { language } = useLanguage()
  const failure = useSessionState((state) => state.failure)
  return (
    <p role="alert" className={downloadStyles.takeFailed}>
      {failure !== null && failureWords(language, failure)}
    </p>
  )
}
