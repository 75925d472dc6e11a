import type { Language } from '@waybill/contract/core/fields'

interface SharesWords {
  none: string
  failed: string
  full: string
  instead: string
}

/** What came of files from the device's share sheet; needed there alone, so in no pack. */
export const sharesWords: Record<Language, SharesWords> = {
  en: {
    none: 'The files did not reach this page: the app was not ready for them yet. Share them once more.',
    failed: 'The shared files could not be read.',
    full: 'This device has no room for the shared files.',
    instead: 'You can also add them here.',
  },
  zh: {
    none: '应用尚未准备好，未能接收文件。请再分享一次。',
    failed: '无法读取分享的文件。',
    full: '此设备空间不足，无法保存分享的文件。',
    instead: '您也可以直接在这里添加。',
  },
}
