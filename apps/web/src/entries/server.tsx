import './bring-words.ts'

export { render as renderDownloadPage } from './download/server.tsx'
/** The pages that the server renders; each is an entry of its own in the browser. */
export { render as renderAnswerPage } from './request-page/server.tsx'
