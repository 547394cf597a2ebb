/** What the adapter uses of `fetch`: the global one fits. */
export type Fetch = (
  url: string,
  init: {
    readonly method: "POST";
    readonly headers: { readonly [name: string]: string };
    readonly body: string;
    /** An answer from elsewhere is not followed: a key would go there too. */
    readonly redirect: "manual";
    readonly signal?: AbortSignal;
  },
) => PromiseLike<FetchResponse>;

/** What the adapter uses of a `Response`. */
export interface FetchResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  readonly body: FetchBody | null;
}

/** What the adapter uses of a body. */
export interface FetchBody {
  getReader(): FetchReader;
  cancel(): PromiseLike<void>;
}

/** What the adapter uses of the reader of a body. */
export interface FetchReader {
  read(): PromiseLike<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): PromiseLike<void>;
}
