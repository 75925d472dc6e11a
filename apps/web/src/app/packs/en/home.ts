export { quickSend } from '../../../features/send/form/words/en.ts'
export { home } from '../../pages/words/en.ts'
