/* The benchmark's family, with a process for each timeline: K contexts, T tensors each; one main task does, R times for
   each tensor, a write, ND dispatches and a read; with XM, timers in order each destroy the tensors of one context; with
   LOSS, every context may be lost at any time. Each process takes its steps one by one; a task of the event loop is one
   step. Its verifier appends each outcome, a line of settlements, to the file that $OUTCOMES names. */
#define READS (K * T * R)               /* read p: round p / (K*T), tensor p / K % T, context p % K */
#define CALLS (READS * (2 + ND))
#define DEPTH (T * (R * (2 + ND) + 1))  /* of a context's queues: calls and releases */
#define WRITE 0
#define DISPATCH 1
#define READ 2
#define RELEASE 3
#define RESOLVE 0
#define REJECT 1
#define LOSE 2

chan timeline[K] = [DEPTH] of { byte, byte };   /* operation, read or tensor */
chan device[K] = [DEPTH] of { byte, byte };
chan mlTasks = [READS + K] of { byte, byte, byte };  /* kind, read or context, value */
#if LOSS
bit lost[K];
#endif

c_code {
  static FILE *outcomes;
  static void tell(short *log, int n) {
    int i;
    if (!outcomes) outcomes = fopen(getenv("OUTCOMES"), "a");
    for (i = 0; i < n; i++) fprintf(outcomes, "%04x ", (unsigned short) log[i]);
    fputc('\n', outcomes);
  }
}

proctype contextTimeline(byte k; chan in) {
  byte operation, p;
  xr in;
end:
  do
  :: atomic { in?operation,p ->
#if LOSS
       if
       :: lost[k] && operation != RELEASE -> if :: operation == READ -> mlTasks!REJECT,p,0 :: else fi
       :: else -> device[k]!operation,p
       fi;
#else
       device[k]!operation,p;
#endif
       operation = 0; p = 0 }
  od
}

proctype deviceTimeline(byte k; chan in) {
  byte operation, p;
  byte contents[T];
  xr in;
end:
  do
  :: atomic { in?operation,p ->
       if
       :: operation == WRITE -> contents[(p / K) % T] = p / (K * T) + 1
       :: operation == DISPATCH -> contents[(p / K) % T] = contents[(p / K) % T] + 16
       :: operation == READ -> mlTasks!RESOLVE,p,contents[(p / K) % T]
       :: operation == RELEASE -> contents[(p / K) % T] = 0
       fi;
       operation = 0; p = 0 }
  od
}

#if LOSS
proctype losing(byte k) {
  if :: mlTasks!LOSE,k,0 :: skip fi
}
#endif

#define SEE(kind, id, value) log[seen] = (kind << 14) | ((id) << 8) | (value); seen++

inline destroy(k, t) {
  if
  :: destroyed[(t) * K + (k)] -> skip
  :: else ->
     destroyed[(t) * K + (k)] = 1;
     j = 0;
     do
     :: j < R ->
        if
        :: pending[(j * T + (t)) * K + (k)] ->
           pending[(j * T + (t)) * K + (k)] = 0; SEE(REJECT, (j * T + (t)) * K + (k), 0)
        :: else
        fi;
        j++
     :: else -> break
     od;
     j = 0;
     timeline[k]!RELEASE,(t) * K + (k)
  fi
}

proctype eventLoop() {
  byte next, j, u, kind, p, value, seen, timers;
  bit pending[READS];
  bit destroyed[K * T];
  short log[READS + K];
  xr mlTasks;
  do
  :: next < CALLS -> atomic {
       p = next / (2 + ND); u = next % (2 + ND);
       if
       :: u == 0 -> timeline[p % K]!WRITE,p
       :: u == ND + 1 -> pending[p] = 1; timeline[p % K]!READ,p
       :: else -> timeline[p % K]!DISPATCH,p
       fi;
       next++; p = 0; u = 0 }
  :: next == CALLS -> break
  od;
  next = 0;
  do
  :: atomic { mlTasks?kind,p,value ->
       if
       :: kind == LOSE ->
#if LOSS
          if
          :: lost[p] -> skip
          :: else ->
             lost[p] = 1; SEE(LOSE, p, 0); u = 0;
             do :: u < T -> destroy(p, u); u++ :: else -> break od;
             u = 0
          fi
#else
          skip
#endif
       :: else -> if :: pending[p] -> pending[p] = 0; SEE(kind, p, value) :: else -> skip fi
       fi;
       kind = 0; p = 0; value = 0 }
#if XM
  :: atomic { timers < K -> u = 0;
       do :: u < T -> destroy(timers, u); u++ :: else -> break od;
       u = 0; timers++ }
#endif
  :: atomic { timeout -> c_code { tell(PeventLoop->log, PeventLoop->seen); }; break }
  od
}

init {
  byte n;
  atomic {
    run eventLoop();
    do :: n < K -> run contextTimeline(n, timeline[n]); n++ :: else -> break od;
    n = 0;
    do :: n < K -> run deviceTimeline(n, device[n]); n++ :: else -> break od;
#if LOSS
    n = 0;
    do :: n < K -> run losing(n); n++ :: else -> break od;
#endif
    n = 0
  }
}
