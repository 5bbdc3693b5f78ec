/** `palimpsest-memory/transfer`: conversations from files, as an application imports it. */
export {
  type ConversationItem,
  type ConversationReader,
  FORMAT_NAMES,
  type FormatName,
  type ReadOptions,
  readConversation,
} from './transfer/read-conversation.ts'
