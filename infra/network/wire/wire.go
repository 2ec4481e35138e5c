package main

import (
	"log"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Packets under way at once; more are lost. 100 MiB, or 10 ms at 10 Gbit/s.
const maxUnderWay = 65_536

type host struct {
	name      string
	isOutside bool
	device    *os.File
}

type packet struct {
	due   time.Time
	to    *host
	bytes []byte
}

// Report is what GET / returns.
type Report struct {
	Conditions Conditions `json:"conditions"`
	Forwarded  uint64     `json:"forwarded"`
	Lost       uint64     `json:"lost"`
	// Overflowed packets are lost because too many were under way: the machine is too slow for the load.
	Overflowed uint64 `json:"overflowed"`
}

// wire forwards packets between hosts.
type wire struct {
	hosts      []*host
	conditions atomic.Pointer[Conditions]
	paths      atomic.Pointer[[][]path]
	// Delays are equal, so packets become due in the order in which they came.
	underWay   chan packet
	buffers    sync.Pool
	forwarded  atomic.Uint64
	lost       atomic.Uint64
	overflowed atomic.Uint64
}

func newWire(hosts []*host, seed uint64) *wire {
	wire := &wire{hosts: hosts, underWay: make(chan packet, maxUnderWay)}
	wire.buffers.New = func() any { return make([]byte, maxPacketBytes) }
	if err := wire.apply(Conditions{}); err != nil {
		log.Fatal(err)
	}
	go wire.deliver()
	for index := range hosts {
		go wire.read(index, rand.New(rand.NewPCG(seed, uint64(index))))
	}
	return wire
}

func (wire *wire) apply(conditions Conditions) error {
	paths, err := pathsOf(wire.hosts, conditions)
	if err == nil {
		wire.paths.Store(&paths)
		wire.conditions.Store(&conditions)
		log.Printf("conditions: %+v", conditions)
	}
	return err
}

func (wire *wire) report() Report {
	return Report{*wire.conditions.Load(), wire.forwarded.Load(), wire.lost.Load(), wire.overflowed.Load()}
}

// read forwards the packets of one host. The chances of a packet depend only on the seed and on how many it follows.
func (wire *wire) read(from int, chance *rand.Rand) {
	for {
		buffer := wire.buffers.Get().([]byte)
		count, err := wire.hosts[from].device.Read(buffer)
		if err != nil {
			log.Fatalf("reading packets of %s: %v", wire.hosts[from].name, err)
		}
		to := receiverOf(buffer[:count])
		if to < 0 || to >= len(wire.hosts) {
			wire.buffers.Put(buffer)
			continue
		}
		path := (*wire.paths.Load())[from][to]
		next := packet{to: wire.hosts[to], bytes: buffer[:count]}
		switch {
		case path.loss > 0 && chance.Float64() < path.loss:
			wire.lost.Add(1)
			wire.buffers.Put(buffer)
		case path.delay == 0:
			wire.write(next)
		default:
			next.due = time.Now().Add(path.delay)
			wire.delay(next)
		}
	}
}

func (wire *wire) delay(next packet) {
	select {
	case wire.underWay <- next:
	default:
		wire.overflowed.Add(1)
		wire.buffers.Put(next.bytes[:maxPacketBytes])
	}
}

// deliver writes delayed packets when they are due. Go's timers are a millisecond late, nanosleep is not.
func (wire *wire) deliver() {
	runtime.LockOSThread()
	for next := range wire.underWay {
		if early := time.Until(next.due); early > 0 {
			pause := syscall.NsecToTimespec(early.Nanoseconds())
			_ = syscall.Nanosleep(&pause, nil)
		}
		wire.write(next)
	}
}

func (wire *wire) write(next packet) {
	if _, err := next.to.device.Write(next.bytes); err != nil {
		wire.overflowed.Add(1)
	} else {
		wire.forwarded.Add(1)
	}
	wire.buffers.Put(next.bytes[:maxPacketBytes])
}

// receiverOf returns the index of the host with the destination address of an IPv4 packet; -1 for other packets.
func receiverOf(bytes []byte) int {
	if len(bytes) < 20 || bytes[0]>>4 != 4 {
		return -1
	}
	return int(bytes[19]) - 1
}
